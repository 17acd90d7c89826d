import type { ZodObject, infer as Infer } from 'zod/v4'
import { mostCharacters, type Reply, type ServiceClient } from './service-client.js'
import { ToolError } from './tool-error.js'

export interface ToolResult {
  readonly text: string
  /** Whether the text describes an error, such as the errors in a response of GraphQL. */
  readonly isError?: boolean
}

export interface ToolContext {
  readonly client: ServiceClient
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal
}

/** A tool of assistants. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input: ZodObject
  readonly annotations: {
    readonly title: string
    readonly readOnlyHint: boolean
    readonly destructiveHint?: boolean
    readonly idempotentHint?: boolean
  }
  /** @throws ToolError with what to change */
  readonly run: (input: never, context: ToolContext) => Promise<string | ToolResult>
}

/** Checks the types of a tool: its function gets what its schema describes. */
export function tool<Input extends ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (input: Infer<Input>, context: ToolContext) => Promise<string | ToolResult>
  },
): Tool {
  return definition
}

/** Returns the text of a response. @throws ToolError if it is too long */
export function textOf({ text }: Reply): string {
  if (text !== null) return text
  throw new ToolError(
    `The response has more than ${mostCharacters.toLocaleString('en-US')} characters. Request less: name the fields, populate less, or use a smaller page.`,
  )
}
