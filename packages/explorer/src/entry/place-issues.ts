/** A problem that the form or the server found, with its path in the data. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

export interface PlacedIssues {
  /** Issues by the name of their field. Paths start at the field. */
  readonly byField: Readonly<Record<string, readonly Issue[]>>
  /** Issues that belong to no field of the form. */
  readonly rest: readonly Issue[]
}

/** Assigns each issue to the field at the beginning of its path. */
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

/** Returns the first field with an issue, in the order of the form. */
export function firstWithIssue({ byField }: PlacedIssues, fields: readonly string[]): string | undefined {
  return fields.find((name) => Object.hasOwn(byField, name))
}

/** Formats a path below a field, for example `[0].label`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (/^\d+$/.test(String(step))) return `${text}[${step}]`
    return text === '' ? String(step) : `${text}.${step}`
  }, '')
}
