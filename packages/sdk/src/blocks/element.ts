export type Attributes = Readonly<Record<string, string | undefined>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, between tags or in a quoted attribute. */
export function escapeHTML(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/**
 * Returns an HTML element. Attributes are escaped; `content` is already HTML. Without `content` there is no
 * end tag.
 */
export function element(tag: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHTML(value)}"`,
  )
  return `<${tag}${written.join('')}>${content === undefined ? '' : `${content}</${tag}>`}`
}
