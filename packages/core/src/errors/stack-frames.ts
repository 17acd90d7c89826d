/** A position in a file of the project or a dependency. */
interface StackFrame {
  readonly file: string
  readonly line: number
}

/** Paths have at most 4,096 bytes on Linux. Longer lines belong to the message, which may contain text of clients. */
const longestLine = 5_000
const position = /:(\d{1,9}):\d{1,9}\)?$/

/** Returns the frames of an error's stack that name a file, for example `at run (file:///srv/app/index.js:3:13)`. */
export function stackFrames(stack: string): readonly StackFrame[] {
  return stack.split('\n').flatMap((text) => frameOf(text) ?? [])
}

function frameOf(text: string): StackFrame | undefined {
  if (text.length > longestLine) return undefined
  const found = position.exec(text)
  if (found === null || !/^ *at /.test(text)) return undefined
  const beforePosition = text.slice(0, found.index)
  const bracket = beforePosition.lastIndexOf('(')
  const isNamed = bracket !== -1
  const place = isNamed ? beforePosition.slice(bracket + 1) : beforePosition.replace(/^ *at (?:async )?/, '')
  // The module loader appends a query to import a file again.
  const [file = ''] = place.replace(/^file:\/\//, '').split('?')
  return /^(?:\/|[A-Za-z]:)[^)]*$/.test(file) ? { file, line: Number(found[1]) } : undefined
}
