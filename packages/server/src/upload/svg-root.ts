/** The constructs that may precede the root element of an XML document. */
const prolog = [
  { start: '<?', end: '?>' },
  { start: '<!--', end: '-->' },
] as const

const rootTag = /^<(?:[A-Za-z_][\w.-]{0,63}:)?svg(?=[\s/>])([^<>]*)>?/

/** Returns the unparsed attributes of an SVG document's root element, or null if the text isn't an SVG document. */
function rootAttributes(text: string): string | null {
  let rest = text.replace(/^\uFEFF/, '').trimStart()
  for (;;) {
    const part = prolog.find(({ start }) => rest.startsWith(start))
    if (part) {
      const end = rest.indexOf(part.end, part.start.length)
      if (end === -1) return null
      rest = rest.slice(end + part.end.length).trimStart()
    } else if (/^<!doctype\s+svg\b/i.test(rest)) {
      const end = endOfDoctype(rest)
      if (end === -1) return null
      rest = rest.slice(end).trimStart()
    } else return rootTag.exec(rest)?.[1] ?? null
  }
}

/** Returns the end of a document type declaration, which may contain declarations in square brackets. */
function endOfDoctype(text: string): number {
  const open = /^[^>[]*\[/.exec(text)?.[0].length ?? 0
  const close = open === 0 ? 0 : text.indexOf(']', open)
  const end = close === -1 ? -1 : text.indexOf('>', close)
  return end === -1 ? -1 : end + 1
}

export function isSvg(text: string): boolean {
  return rootAttributes(text) !== null
}

export interface Dimensions {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Returns the size of an SVG document: `width` and `height` in pixels, or else the size of its `viewBox`. */
export function svgDimensions(text: string): Dimensions | null {
  const attributes = rootAttributes(text) ?? ''
  // Bounded input: the beginning of the root element, of which the server reads only the first bytes of a file.
  const value = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']{0,200})["']`).exec(attributes)?.[1]
  const pixels = (length: string | undefined) => {
    const number = /^\s*(\d{1,9}(?:\.\d{1,9})?)(?:px)?\s*$/.exec(length ?? '')?.[1]
    return number === undefined ? null : Math.round(Number(number))
  }
  const [width, height] = [pixels(value('width')), pixels(value('height'))]
  if (width && height) return { width, height }
  const [, , boxWidth, boxHeight] = (value('viewBox') ?? '').trim().split(/[\s,]+/)
  const box = { width: pixels(boxWidth), height: pixels(boxHeight) }
  return box.width && box.height ? { width: box.width, height: box.height } : null
}
