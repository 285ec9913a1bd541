"""The servers that are measured side by side; each speaks its own protocol behind the same few methods."""
