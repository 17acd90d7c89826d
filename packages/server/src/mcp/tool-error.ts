/** An error whose message says what the assistant can change. It becomes the result of the tool. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
