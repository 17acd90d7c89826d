import { GraphQLError, locatedError } from 'graphql'
import { expect, it } from 'vitest'
import { RequestBudget } from './budget.js'

it('graphql-js creates no further error for each field after a limit was exceeded', () => {
  const field = new RequestBudget({ entries: 1, conditions: 1, queryCost: 1 }).field()
  expect(() => field.countReturned(2)).toThrow('more than 1 entries')
  let thrown: unknown
  try {
    field.requireNotExceeded()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(Error)
  expect(thrown).not.toBeInstanceOf(GraphQLError)
  expect(locatedError(thrown, undefined, ['articles', 0])).toBe(thrown)
})
