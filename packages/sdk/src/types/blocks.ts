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

export interface LinkNode {
  readonly type: 'link'
  readonly url: string
  readonly children: readonly TextNode[]
}

/** What paragraphs, headings, quotes and list items hold. */
export type InlineNode = TextNode | LinkNode

export interface ParagraphBlock {
  readonly type: 'paragraph'
  readonly children: readonly InlineNode[]
}

export interface HeadingBlock {
  readonly type: 'heading'
  readonly level: 1 | 2 | 3 | 4 | 5 | 6
  readonly children: readonly InlineNode[]
}

export interface QuoteBlock {
  readonly type: 'quote'
  readonly children: readonly InlineNode[]
}

export interface CodeBlock {
  readonly type: 'code'
  readonly language?: string
  readonly plainText?: string
  readonly children: readonly InlineNode[]
}

export interface ListItem {
  readonly type: 'list-item'
  readonly children: readonly InlineNode[]
}

export interface ListBlock {
  readonly type: 'list'
  readonly format: 'ordered' | 'unordered'
  readonly indentLevel?: number
  readonly children: readonly (ListItem | ListBlock)[]
}

export interface ImageBlock {
  readonly type: 'image'
  readonly image: Pick<MediaAttributes, 'name' | 'url'> & Partial<Omit<MediaAttributes, 'name' | 'url'>>
  readonly children: readonly TextNode[]
}

export type Block = ParagraphBlock | HeadingBlock | QuoteBlock | CodeBlock | ListBlock | ImageBlock

/** The value of an attribute of type `blocks`: rich text as Strapi 4.15 and later store it. */
export type Blocks = readonly Block[]
