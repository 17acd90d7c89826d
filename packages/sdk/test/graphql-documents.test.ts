import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { textOf } from '../src/graphql/document.js'
import { type Selection, readSelections } from '../src/graphql/selections.js'

const everything = /* GraphQL */ `
  # a comment with { braces } and "quotes"
  query Everything($id: ID! = "1", $sort: [String!] = ["a:asc", "}"], $deep: In = { a: { b: [1, -2.5e3] }, c: {} } @v) @client(n: null) {
    first: article(id: $id, text: "say \\"({ data })\\" # no comment", block: """
      a "block" { with } \\""" three ) quotes
        indented
    """) @include(if: true) @skip(if: $no) {
      data, meta { pagination { total } } ...Parts @client ... on ArticleEntityResponse @x { data { id } }
      ... @include(if: $yes) { on fragment query }
      ... { type: __typename }
    }
    empty(list: [], object: {}, value: ENUM, not: false, one: 1)
  }
  fragment Parts on ArticleEntityResponse @y { data { attributes { ...More } } }
  fragment More on Article { title alias: name zone { ... on ComponentBlocksQuote { text } } }
`
const mutation = 'mutation($name:String!){createTag(data:{name:$name}){data{id}}}subscription S{x}'
/** A document without unnecessary white space, with commas and comments where only white space is expected. */
const dense =
  'query($a:In={b:1}@d(x:1)$c:[S]=["}{"]){a(x:1)b,...,on Q{c}...#\n F}fragment#on\nF,on Q{d@x(y:"(")e@z f}{g}'

interface Exchange {
  readonly body?: { readonly query?: unknown }
  readonly response?: { readonly body?: { readonly data?: unknown } }
}

/** The recorded documents whose responses contain data. */
const recorded = ['exchanges', 'graphql'].flatMap((name) => {
  const path = fileURLToPath(new URL(`../../server/test/oracle/${name}.jsonl`, import.meta.url))
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return lines.flatMap((line): string[] => {
    const { body, response } = JSON.parse(line) as Exchange
    return typeof body?.query === 'string' && response?.body?.data ? [body.query] : []
  })
})

interface Reading {
  [key: string]: Reading
}

/** The selections of a node, read by GraphQL's own parser. */
function selectionsOf({ definitions }: DocumentNode): Reading {
  const fragments = new Map<string, FragmentDefinitionNode>(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const read = (set: SelectionSetNode | undefined, into: Reading): Reading => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        read(selection.selectionSet, (into[(selection.alias ?? selection.name).value] ??= {}))
      } else {
        read(
          (selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value))?.selectionSet,
          into,
        )
      }
    }
    return into
  }
  const into: Reading = {}
  for (const one of definitions) if (one.kind === Kind.OPERATION_DEFINITION) read(one.selectionSet, into)
  return into
}
const plain = (selected: Selection): object => Object.fromEntries([...selected].map(([key, set]) => [key, plain(set)]))

/** Removes what printing may change: whether a string is a block string. */
const meaning = (text: string) =>
  print(visit(parse(text, { noLocation: true }), { StringValue: (node) => ({ ...node, block: false }) }))

describe('a document', () => {
  it('is printed completely, and its selections are read', () => {
    expect(recorded.length).toBeGreaterThan(200)
    for (const text of [everything, mutation, dense, ...recorded]) {
      const node = parse(text, { noLocation: true })
      const printed = textOf(node)
      expect(meaning(printed)).toBe(meaning(text))
      const selected = selectionsOf(node)
      expect(plain(readSelections(text))).toEqual(selected)
      expect(plain(readSelections(printed))).toEqual(selected)
    }
  })

  it('keeps its original source if the node has it', () => {
    expect(textOf(parse(everything))).toBe(everything)
    expect(textOf(everything)).toBe(everything)
    expect(textOf(new String(mutation))).toBe(mutation)
  })
})
