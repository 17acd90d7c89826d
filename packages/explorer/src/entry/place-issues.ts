/** A problem that the server found: where in the data, and what. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface PlacedIssues {
  /** By the name of the field that each belongs to; paths go on from there. */
  readonly byField: Readonly<Record<string, readonly Issue[]>>
  /** Those of no field that is shown. */
  readonly rest: readonly Issue[]
}

/** Puts each issue beside the field that its path begins with. */
export function placeIssues(issues: readonly Issue[], fields: readonly string[]): PlacedIssues {
  const byField: Record<string, Issue[]> = {}
  const rest: Issue[] = []
  for (const issue of issues) {
    const [name, ...path] = issue.path.map(String)
    if (name === undefined || !fields.includes(name)) rest.push(issue)
    else (byField[name] ??= []).push({ path, message: issue.message })
  }
  return { byField, rest }
}

/** The first field, in the order of the form, that has an issue. */
export function firstWithIssue({ byField }: PlacedIssues, fields: readonly string[]): string | undefined {
  return fields.find((name) => Object.hasOwn(byField, name))
}

/** A path below a field, as people read it: `[0].label`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (/^\d+$/.test(String(step))) return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${step}`
  }, '')
}
