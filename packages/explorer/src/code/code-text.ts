export type CodeLanguage = 'bash' | 'graphql' | 'json' | 'text' | 'typescript'

/** A query in another language, to be copied. */
export interface CodeText {
  /** Absent where {@link missing} names something: other code would give another answer. */
  readonly parts: readonly CodePart[]
  /** The parts of the query that this language can't express. */
  readonly missing: readonly Missing[]
  /** What is different although the answer is the same. */
  readonly notes: readonly string[]
}

export interface CodePart {
  /** Says which part it is, where there are several. */
  readonly title: string
  readonly language: CodeLanguage
  readonly text: string
}

export interface Missing {
  /** The part, as brackets: `populate[zone][on]`. */
  readonly part: string
  readonly reason: string
}

/** Collects what can't be expressed while a query is translated. */
export class Translation {
  readonly missing: Missing[] = []
  readonly notes: string[] = []

  /** Names a part, and gives nothing in its place. */
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
