import { printable } from '../check/printable.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for XML and HTML elements and attributes. Control characters, which XML forbids, become visible. */
export const escapeXml = (text: string): string =>
  printable(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
