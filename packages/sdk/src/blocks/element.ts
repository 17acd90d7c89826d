export type Attributes = Readonly<Record<string, string | undefined>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, between tags and in a quoted attribute. */
export function escapeHTML(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** An element of HTML. Attributes are escaped; `content` is HTML already, and an element without any has no end tag. */
export function element(tag: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHTML(value)}"`,
  )
  return `<${tag}${written.join('')}>${content === undefined ? '' : `${content}</${tag}>`}`
}
