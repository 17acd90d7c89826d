import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import graphql from 'highlight.js/lib/languages/graphql'
import json from 'highlight.js/lib/languages/json'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'

/** A piece of code: a string, or a scope such as `keyword` with its own pieces. */
export type Token = string | { readonly scope: string; readonly children: Token[] }

/** Collects tokens instead of HTML: the page never inserts HTML. */
class TokenCollector {
  readonly #root: Token[] = []
  readonly #open: Token[][] = [this.#root]

  get tokens(): readonly Token[] {
    return this.#root
  }

  addText(text: string): void {
    if (text !== '') this.#open.at(-1)?.push(text)
  }

  startScope(scope: string): void {
    const children: Token[] = []
    this.#open.at(-1)?.push({ scope, children })
    this.#open.push(children)
  }

  endScope(): void {
    this.#open.pop()
  }

  // highlight.js also calls the methods by these older names.
  openNode(scope: string): void {
    this.startScope(scope)
  }

  closeNode(): void {
    this.endScope()
  }

  /** Adds code of another language, such as a query in a string. */
  __addSublanguage(inner: TokenCollector): void {
    this.#open.at(-1)?.push(...inner.tokens)
  }

  finalize(): void {}

  toHTML(): string {
    return ''
  }
}

const languages = { bash, graphql, json, sql, typescript }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)
highlighter.configure({ __emitter: TokenCollector })

/** Longer code isn't highlighted (characters). */
const longest = 100_000

export function tokensOf(text: string, language: string): readonly Token[] {
  if (text.length > longest || !Object.hasOwn(languages, language)) return [text]
  const { _emitter } = highlighter.highlight(text, { language, ignoreIllegals: true })
  return (_emitter as unknown as TokenCollector).tokens
}
