export type CodeLanguage = 'bash' | 'graphql' | 'json' | 'text' | 'typescript'

/** A query in another language, for users to copy. */
export interface CodeText {
  /** Empty if {@link missing} is not empty: incomplete code would return another response. */
  readonly parts: readonly CodePart[]
  /** The parts of the query that this language can't express. */
  readonly missing: readonly Missing[]
  /** Differences from REST that affect only some responses, or depend on settings of the server. */
  readonly notes: readonly string[]
}

export interface CodePart {
  /** The title of the part, for code with several parts. */
  readonly title: string
  readonly language: CodeLanguage
  readonly text: string
}

export interface Missing {
  /** The part in bracket notation: `populate[zone][on]`. */
  readonly part: string
  readonly reason: string
}

/** Collects the parts of a query that can't be translated. */
export class Translation {
  readonly missing: Missing[] = []
  readonly notes: string[] = []

  /** Adds a part that is left out. Returns undefined, the value to use instead of it. */
  leaveOut(path: readonly string[], reason: string): undefined {
    const [first = '', ...rest] = path
    const part = first + rest.map((name) => `[${name}]`).join('')
    if (!this.missing.some((one) => one.part === part)) this.missing.push({ part, reason })
    return undefined
  }

  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text)
  }
}

export function codeText(parts: readonly CodePart[], { missing, notes }: Translation): CodeText {
  return missing.length > 0 ? { parts: [], missing, notes: [] } : { parts, missing, notes }
}
