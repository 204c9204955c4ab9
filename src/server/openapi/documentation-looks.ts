/** The pages are of this document alone, so there is no choice of another one; on a narrow page nothing is cut. */
const LOOKS = `
.swagger-ui .topbar { display: none; }
.swagger-ui .info { margin: 30px 0; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .scheme-container .schemes { padding: 0 12px; }
  .swagger-ui .info code { white-space: normal; overflow-wrap: anywhere; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag a { flex: 1; }
  .swagger-ui .opblock-tag small { flex-basis: 100%; order: 1; padding: 0; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: 13px; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 66px; font-size: 12px; }
  .swagger-ui .opblock .opblock-summary-description { text-align: left; }
}
`;

/** Title and looks of the pages. */
export const PAGES_THEME = { title: "Hindcast API", css: [{ filename: "hindcast.css", content: LOOKS }] };

/** A page that telephones show in their own width: whoever made it forgot to say so. */
export function narrowToo(page: string): string {
  return page.replace("<head>", '<head><meta name="viewport" content="width=device-width, initial-scale=1">');
}
