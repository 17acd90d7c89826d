import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A code block of a Markdown page. */
export interface Block {
  /** The path of the page and the line of the fence, such as `docs/server/media.md:28`. */
  readonly at: string
  readonly page: string
  readonly language: string
  /** The fence without backticks, such as `ts [src/main.ts]`. */
  readonly fence: string
  /** The file in brackets after the language, or in a comment on the first line. */
  readonly file: string | undefined
  readonly code: string
}

/** Pages that scripts generate from other sources. */
export const generatedPages = /^docs\/(?:differences|conformance\/matrix|reference\/sdk)\.md$/

/** Returns the paths of the pages that contain code blocks for readers. */
export function pagesWithBlocks(): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !/node_modules|\.vitepress|\[/.test(path))
  const readmes = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  )
  const others = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'publishing.md']
  return [...docs, ...readmes, ...others].filter((path) => !generatedPages.test(path) && isFile(path)).toSorted()
}

function isFile(path: string): boolean {
  try {
    readFileSync(join(root, path))
    return true
  } catch {
    return false
  }
}

export const readPage = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the code blocks of a page, without the indentation of the list that they are in. */
export function blocksOf(page: string): Block[] {
  const text = readPage(page)
  return [...text.matchAll(/^( *)```([^\n]*)\n([^]*?)^\1```$/gm)].map(
    ({ index, 1: indent = '', 2: info = '', 3: raw }) => {
      const code = (raw ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      return {
        at: `${page}:${text.slice(0, index).split('\n').length}`,
        page,
        language: /^\w*/.exec(info)?.[0] ?? '',
        fence: info,
        file: /\[(\S+)\]/.exec(info)?.[1] ?? /^\/\/ (\S+\.\w+)\n/.exec(code)?.[1],
        code,
      }
    },
  )
}

/** Returns the code in backticks within the text of a page. */
export function inlineCodeOf(page: string): string[] {
  const prose = readPage(page).replaceAll(/^ *```[^]*?^ *```$/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}
