const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Browsers ignore tabs and line ends anywhere in a URL, and control characters and spaces before it. */
// oxlint-disable-next-line no-control-regex -- these are the characters that browsers ignore
const IGNORED = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\ufeff]/g

/** Returns a URL that can't run a script: a relative one, or one with a safe scheme. Returns undefined for others. */
export function safeURL(url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '') return undefined
  const [scheme] = /^[^/?#]*?:/.exec(url.replaceAll(IGNORED, '')) ?? []
  return scheme === undefined || SAFE_SCHEMES.has(scheme.toLowerCase()) ? url : undefined
}
