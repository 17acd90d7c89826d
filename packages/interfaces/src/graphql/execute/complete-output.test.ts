import type { ContentType } from '@content-api/model'
import { expect, it } from 'vitest'
import { ApiError } from '@content-api/engine/errors'
import { rejectedMark } from '../../../../engine/src/plan/json-text.js'
import type { Output, OutputObject } from '@content-api/engine/plan'
import { completeOutput } from './complete-output.js'

const rejected: Output = { kind: 'rejected', error: new ApiError('ForbiddenError') }
const nothing: Output = { kind: 'text', text: 'null' }
const object = (members: OutputObject): Output => ({ kind: 'object', members, absorbs: false })
const morph = (...targets: readonly OutputObject[]): Output => ({
  kind: 'morph',
  name: 'related',
  many: true,
  publicationState: 'live',
  targets: targets.map((members) => ({ type: {} as ContentType, members })),
})
const complete = (value: string, output: OutputObject) => {
  const { text, errors } = completeOutput(value.replaceAll('REJECTED', rejectedMark), object(output), (path) => ({
    path,
  }))
  return { text, paths: errors.map(({ path }) => path) }
}

it('reports a forbidden member only for entries of the type that forbids it', () => {
  const related = morph(
    [{ key: 'owner', value: rejected }],
    [{ key: 'owner', value: object([{ key: 'data', value: nothing }]) }],
  )
  expect(
    complete('{"related":[{"owner":{"data":null}},{"owner":REJECTED}]}', [{ key: 'related', value: related }]),
  ).toEqual({
    text: '{"related":[{"owner":{"data":null}},{"owner":null}]}',
    paths: [['related', 1, 'owner']],
  })
})

it('leaves allowed values unchanged', () => {
  const output = [
    { key: 'free', value: object([{ key: 'inner', value: nothing }]) },
    { key: 'owner', value: rejected },
  ]
  const members = '"free":{"inner":[1,{"more":"\\u0001"}]}'
  expect(complete(`{${members},"owner":REJECTED}`, output)).toEqual({
    text: `{${members},"owner":null}`,
    paths: [['owner']],
  })
})
