"""The doors: HTTP, the socket, the page's files, who somebody is and how much they may ask for."""
