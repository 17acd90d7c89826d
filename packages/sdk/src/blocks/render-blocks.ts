import type { Blocks } from '../types/blocks.js'
import { type Attributes, element, escapeHTML } from './element.js'
import { safeURL } from './safe-url.js'

/** The options of {@link renderBlocks}. */
export interface RenderOptions {
  /** Returns the address of an image, such as the server's address before a path. Default: the URL as it is stored. */
  readonly imageURL?: (url: string) => string
}

/** A node of a response: every member may be missing or of another type. */
interface Node {
  readonly type?: unknown
  readonly children?: unknown
  readonly [property: string]: unknown
}

/** Deeper nodes are omitted. Editors nest lists a few levels; a hostile document must not exhaust the stack. */
const MAX_DEPTH = 100

const MARKS = { bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's', code: 'code' } as const

/**
 * Renders the value of a `blocks` attribute as HTML that is safe to insert in a page: text and attributes are
 * escaped, and links and images keep a URL only when it is relative or has the scheme `http`, `https`,
 * `mailto` or `tel`. A node of an unknown type is replaced by its children.
 *
 * @param blocks the value; `null` and `undefined` render as an empty string
 * @throws TypeError when the value is not a list
 * @example
 * ```ts
 * import { type Blocks, renderBlocks } from '@content-api/sdk'
 *
 * const body: Blocks = [{ type: 'paragraph', children: [{ type: 'text', text: 'a < b', bold: true }] }]
 * console.log(renderBlocks(body)) // <p><strong>a &lt; b</strong></p>
 * ```
 */
export function renderBlocks(blocks: Blocks | null | undefined, options: RenderOptions = {}): string {
  if (blocks === null || blocks === undefined) return ''
  if (!Array.isArray(blocks)) {
    throw new TypeError(`renderBlocks expects the list of a blocks attribute, got ${typeof blocks}`)
  }
  return renderAll(blocks, options, 0)
}

function renderAll(children: unknown, options: RenderOptions, depth: number): string {
  if (!Array.isArray(children) || depth > MAX_DEPTH) return ''
  return children.map((child) => renderNode(child, options, depth)).join('')
}

function renderNode(value: unknown, options: RenderOptions, depth: number): string {
  if (typeof value !== 'object' || value === null) return ''
  const node: Node = { ...value }
  const { type, children } = node
  const content = () => renderAll(children, options, depth + 1)
  switch (type) {
    case 'text':
      return renderText(node)
    case 'link':
      return renderLink(node, content())
    case 'paragraph':
      return element('p', {}, content())
    case 'heading':
      return element(headingTag(node), {}, content())
    case 'quote':
      return element('blockquote', {}, content())
    case 'code':
      return renderCode(node)
    case 'list':
      return renderList(node, options, depth)
    case 'list-item':
      return element('li', {}, content())
    case 'image':
      return renderImage(node, options)
    default:
      return content()
  }
}

function renderText(node: Node): string {
  const lines = textOf(node).split('\n').map(escapeHTML).join('<br>')
  return Object.entries(MARKS).reduce(
    (html, [mark, tag]) => (node[mark] === true ? element(tag, {}, html) : html),
    lines,
  )
}

function renderLink(node: Node, content: string): string {
  const href = safeURL(node['url'])
  return href === undefined ? content : element('a', { href }, content)
}

function headingTag({ level }: Node): string {
  return Number.isInteger(level) && (level as number) >= 1 && (level as number) <= 6 ? `h${level as number}` : 'p'
}

/** Code has no marks and keeps its line breaks. */
function renderCode({ children, language }: Node): string {
  const nodes: unknown[] = Array.isArray(children) ? children : []
  const text = nodes.map((child) => escapeHTML(textOf(child))).join('')
  const isName = typeof language === 'string' && /^[\w+#-]+$/.test(language)
  return element('pre', {}, element('code', isName ? { class: `language-${language}` } : {}, text))
}

/** A list directly in a list belongs to the item before it, because HTML allows only items in a list. */
function renderList({ format, children }: Node, options: RenderOptions, depth: number): string {
  const items: string[] = []
  for (const child of Array.isArray(children) && depth < MAX_DEPTH ? (children as unknown[]) : []) {
    const html = renderNode(child, options, depth + 1)
    const isList = (child as Node | null)?.type === 'list'
    if (!isList) items.push(html.startsWith('<li>') ? html : element('li', {}, html))
    else if (items.length > 0) items.push(`${items.pop()?.slice(0, -'</li>'.length)}${html}</li>`)
    else items.push(element('li', {}, html))
  }
  return element(format === 'ordered' ? 'ol' : 'ul', {}, items.join(''))
}

function renderImage({ image }: Node, { imageURL = (url) => url }: RenderOptions): string {
  if (typeof image !== 'object' || image === null) return ''
  const { url, alternativeText, width, height, caption } = image as Node
  const stored = safeURL(url)
  const src = stored === undefined ? undefined : safeURL(imageURL(stored))
  if (src === undefined) return ''
  const alt = typeof alternativeText === 'string' ? alternativeText : ''
  const attributes: Attributes = { src, alt, width: sizeOf(width), height: sizeOf(height) }
  const img = element('img', attributes)
  if (typeof caption !== 'string' || caption === '') return img
  return element('figure', {}, img + element('figcaption', {}, escapeHTML(caption)))
}

const sizeOf = (size: unknown): string | undefined => (Number.isInteger(size) ? `${size as number}` : undefined)

function textOf(node: unknown): string {
  const text = (node as Node | null | undefined)?.['text']
  return typeof text === 'string' ? text : ''
}
