import { isRecord } from '@content-api/model'
import { invalidType, InvalidValue, printed, type ScalarBehaviour } from './scalar-behaviour.js'
import { json } from './json.js'

/** Rich text as a JSON tree: an array of block nodes. The leaves of the tree are text nodes. */
export const blocks: ScalarBehaviour = {
  ...json,
  parse: (value, attribute, name) => {
    if (!Array.isArray(value)) throw invalidType(name, 'array', value)
    // `json.parse` limits the depth, so the recursion of `checkNodes` can't overflow the stack.
    const stored = json.parse(value, attribute, name)
    checkNodes(value, blockNodes, [])
    return stored
  },
}

type Path = readonly (string | number)[]
type Node = Readonly<Record<string, unknown>>
type CheckNode = (node: Node, path: Path) => void
type Nodes = Readonly<Record<string, CheckNode>>

const marks = ['bold', 'italic', 'underline', 'strikethrough', 'code']

const textNode: CheckNode = (node, path) => {
  if (typeof node.text !== 'string') fail([...path, 'text'], 'must be a string', node.text)
  for (const mark of marks) {
    if (node[mark] !== undefined && typeof node[mark] !== 'boolean')
      fail([...path, mark], 'must be a boolean', node[mark])
  }
}

const linkNode: CheckNode = (node, path) => {
  if (typeof node.url !== 'string') fail([...path, 'url'], 'must be a string', node.url)
  checkChildren(node, { text: textNode }, path)
}

const inlineNodes: Nodes = { text: textNode, link: linkNode }

const inlineBlock: CheckNode = (node, path) => checkChildren(node, inlineNodes, path)

const listNode: CheckNode = (node, path) => {
  if (node.format !== 'ordered' && node.format !== 'unordered') {
    fail([...path, 'format'], 'must be ordered or unordered', node.format)
  }
  checkChildren(node, { 'list-item': inlineBlock, list: listNode }, path)
}

const blockNodes: Nodes = {
  paragraph: inlineBlock,
  quote: inlineBlock,
  code: inlineBlock,
  heading: (node, path) => {
    if (![1, 2, 3, 4, 5, 6].includes(node.level as number)) {
      fail([...path, 'level'], 'must be an integer from 1 to 6', node.level)
    }
    inlineBlock(node, path)
  },
  list: listNode,
  image: (node, path) => {
    const { image } = node
    if (!isRecord(image)) fail([...path, 'image'], 'must be an object', image)
    if (typeof image.url !== 'string') fail([...path, 'image', 'url'], 'must be a string', image.url)
    inlineBlock(node, path)
  },
}

function checkChildren(node: Node, allowed: Nodes, path: Path): void {
  if (!Array.isArray(node.children)) fail([...path, 'children'], 'must be an array', node.children)
  if (node.children.length === 0) fail([...path, 'children'], 'must hold at least one node', node.children)
  checkNodes(node.children, allowed, [...path, 'children'])
}

function checkNodes(nodes: readonly unknown[], allowed: Nodes, path: Path): void {
  for (const [index, node] of nodes.entries()) {
    const check =
      isRecord(node) && typeof node.type === 'string' && Object.hasOwn(allowed, node.type) && allowed[node.type]
    if (!check) {
      const types = Object.keys(allowed).join(', ')
      throw new InvalidValue(`Block node is of invalid type, expected one of ${types}`, false, [...path, index])
    }
    check(node, [...path, index])
  }
}

function fail(path: Path, rule: string, value: unknown): never {
  throw new InvalidValue(`${path.at(-1)} of a block ${rule}, but is ${printed(value)}`, false, path)
}
