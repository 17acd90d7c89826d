/** Returns the plain text of blocks: all `text` values in nested `children`. */
export function blocksText(value: unknown): string {
  const parts: string[] = []
  const rest: unknown[] = [value]
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (Array.isArray(node)) rest.push(...(node as unknown[]).toReversed())
    else if (typeof node === 'object' && node !== null) {
      const { text, children } = node as { readonly text?: unknown; readonly children?: unknown }
      if (typeof text === 'string') parts.push(text)
      if (children !== undefined) rest.push(children)
    }
  }
  return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
