import { GraphQLError } from 'graphql'
import { isHttpError } from 'http-errors'

/** Returns the error of `ctx.throw(status, message)` as Strapi 4.26 reports it; null for other errors. */
export function fromHttpError(error: unknown): GraphQLError | null {
  if (!isHttpError(error)) return null
  const { name, message } = error
  const details: unknown = error['details']
  const code = `STRAPI_${name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase()}`
  return new GraphQLError(message, {
    extensions: { error: { name, message, ...(details !== undefined && { details }) }, code },
  })
}
