/** Why a text is no JSON. */
export async function describeJsonError(text: string): Promise<string> {
  try {
    JSON.parse(text)
    return 'is not valid JSON.'
  } catch (error) {
    return `is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`
  }
}
