/** Markup that is safe to send: all values in it have been escaped. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(part: Part): string {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(escape).join('')
  if (part === null || part === undefined || part === false) return ''
  return `${part as string | number}`.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Template tag for markup: strings are escaped, lists are joined, null and undefined are omitted. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((markup, text, index) => markup + escape(parts[index - 1]) + text))
}
