import { GraphQLError } from 'graphql'
import { expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { formatError, fromApiError } from './errors.js'

const near = 'zone.titel is not an attribute of blocks.quote. Did you mean title?'
const details = { errors: [{ path: ['zone', 'titel'], message: near, name: 'ValidationError' }] }
const error = fromApiError(new ApiError('ValidationError', near, { details }), {})

it('removes suggestions and the full stop before them from messages and details in production', () => {
  const message = 'zone.titel is not an attribute of blocks.quote'
  const shortDetails = { errors: [{ path: ['zone', 'titel'], message, name: 'ValidationError' }] }
  expect(formatError(error, true)).toEqual({
    message,
    extensions: { error: { name: 'ValidationError', message, details: shortDetails }, code: 'BAD_USER_INPUT' },
  })
  expect(formatError(error, false)).toMatchObject({ message: near, extensions: { error: { message: near, details } } })
})

it('keeps the full stop of a graphql-js message when it removes a suggestion', () => {
  const message = 'Cannot query field "titel" on type "Article".'
  expect(formatError(new GraphQLError(`${message} Did you mean "title"?`), true)).toEqual({ message })
})

it('removes all suggestions, and keeps one that has no end', () => {
  const message = 'Names "a" and "b". Did you mean "c"? Did you mean "d"?Did you mean "e"? and Did you mean'
  expect(formatError(new GraphQLError(message), true)).toEqual({ message: 'Names "a" and "b". and Did you mean' })
})

it('shortens only the middle of long messages', () => {
  const text = (length: number) => `begin${'-'.repeat(length - 8)}end`
  expect(formatError(new GraphQLError(text(1_000)), false).message).toBe(text(1_000))
  expect(formatError(new GraphQLError(text(5_000)), false).message).toMatch(/^begin-{395}…-{597}end$/)
})
