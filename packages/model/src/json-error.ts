/** Why a text is no JSON, with the line and column at which it stops being it; loaded only for a file that is wrong. */
export async function describeJsonError(text: string): Promise<string> {
  const { parse, printParseErrorCode } = await import('jsonc-parser')
  const errors: Parameters<typeof parse>[1] = []
  parse(text, errors, { disallowComments: true, allowTrailingComma: false })
  const first = errors[0]
  if (first === undefined) return 'is not valid JSON.'
  const before = text.slice(0, first.offset).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return `is not valid JSON at line ${before.length}, column ${column}: ${words(printParseErrorCode(first.error))}.`
}

/** `PropertyNameExpected` as "property name expected". */
function words(code: string): string {
  return code.replaceAll(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase()
}
