/** A file of the page, served below `<endpoint>/playground/`. */
interface PlaygroundFile {
  readonly contentType: string
  readonly text: string
}

export interface Playground {
  /** Returns the HTML of the page. `folder` is the relative URL of its files, for example `./graphql/playground`. */
  page(folder: string): string
  /** Returns a file of the page, or null for an unknown name. */
  file(name: string): Promise<PlaygroundFile | null>
}

/**
 * The Content-Security-Policy of the page. The page can only run scripts of this server and send requests to
 * this server.
 */
export const playgroundPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The editor positions its text by inline styles.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
