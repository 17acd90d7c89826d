const utf16 = [
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const

/** Control characters that no text has; tabs, ends of lines and pages, and escapes stand in some. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it is about
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/**
 * The beginning of a file as text, or null when it is no text. Where it isn't Unicode, only its ASCII characters can be
 * relied on.
 */
export function readText(head: Uint8Array): string | null {
  const marked = utf16.find(({ mark }) => head[0] === mark[0] && head[1] === mark[1])
  const text = new TextDecoder(marked?.encoding ?? 'utf-8').decode(head, { stream: true })
  return binary.test(text) ? null : text
}
