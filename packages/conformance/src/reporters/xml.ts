import { printable } from '../check/printable.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in XML and HTML, elements and attributes alike; control characters, which XML forbids, are spelled. */
export const escapeXml = (text: string): string =>
  printable(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
