/** Seconds as people read them: 0:45, 3:05, 5 h, 2 d. */

export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 2 * 86_400) return `${Math.floor(whole / 86_400)} d`;
  if (whole >= 2 * 3600) return `${Math.floor(whole / 3600)} h`;
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
