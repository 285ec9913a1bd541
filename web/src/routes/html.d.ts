/** A page of Markdown as HTML, made when the client is built (vite.config.ts). */
declare module "*.md?html" {
  const html: string;
  export default html;
}
