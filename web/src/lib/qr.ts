/** A QR code as one path of squares of size 1. */
export async function squares(text: string): Promise<{ size: number; path: string }> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size, path };
}
