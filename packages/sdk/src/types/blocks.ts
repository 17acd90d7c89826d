import type { MediaAttributes } from './media-file.js'

/** A run of text with its marks. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strikethrough?: boolean
  readonly code?: boolean
}

/** A link around text. The URL is as an editor wrote it: check it before you render it, as `renderBlocks` does. */
export interface LinkNode {
  readonly type: 'link'
  readonly url: string
  readonly children: readonly TextNode[]
}

/** The content of paragraphs, headings, quotes and list items. */
export type InlineNode = TextNode | LinkNode

/** A paragraph. */
export interface ParagraphBlock {
  readonly type: 'paragraph'
  readonly children: readonly InlineNode[]
}

/** A heading of a level from 1 to 6. */
export interface HeadingBlock {
  readonly type: 'heading'
  readonly level: 1 | 2 | 3 | 4 | 5 | 6
  readonly children: readonly InlineNode[]
}

/** A quotation. */
export interface QuoteBlock {
  readonly type: 'quote'
  readonly children: readonly InlineNode[]
}

/** Lines of code; `language` is its name in the editor, such as `typescript`. */
export interface CodeBlock {
  readonly type: 'code'
  readonly language?: string
  readonly plainText?: string
  readonly children: readonly InlineNode[]
}

/** An item of a list. */
export interface ListItem {
  readonly type: 'list-item'
  readonly children: readonly InlineNode[]
}

/** A list. A list among its children belongs to the item before it. */
export interface ListBlock {
  readonly type: 'list'
  readonly format: 'ordered' | 'unordered'
  readonly indentLevel?: number
  readonly children: readonly (ListItem | ListBlock)[]
}

/** An image of the media library. Its fields are copies from the time when it was inserted. */
export interface ImageBlock {
  readonly type: 'image'
  readonly image: Pick<MediaAttributes, 'name' | 'url'> & Partial<Omit<MediaAttributes, 'name' | 'url'>>
  readonly children: readonly TextNode[]
}

/** One block of rich text; `type` names its kind. */
export type Block = ParagraphBlock | HeadingBlock | QuoteBlock | CodeBlock | ListBlock | ImageBlock

/** The value of an attribute of type `blocks`: rich text as Strapi 4.15 and later store it. */
export type Blocks = readonly Block[]
