import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { sourcesOf } from '../../src/http/model-document.js'
import { multipart } from '../support/multipart.js'
import { registry } from '../support/plan-context.js'

let api: ContentApi
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'content-api-graphql-'))
  const config = { i18n: { locales: ['fr'] }, upload: { directory } }
  api = await createContentApi({ ...sourcesOf(registry), database: ':memory:', config, development: true })
})
afterAll(async () => {
  await api?.close()
  await rm(directory, { recursive: true, force: true })
})

describe('a multipart request of GraphQL', () => {
  const file = { name: '0', filename: 'a.txt', type: 'text/plain', value: 'hello' }
  const operations = JSON.stringify({
    query: 'mutation ($file: Upload!) { upload(file: $file) { data { attributes { name } } } }',
    variables: { file: null },
  })
  const send = async (parts: Parameters<typeof multipart>[0]) => {
    const { body, contentType } = multipart(parts)
    const response = await api.fetch(
      new Request('http://service.example/graphql', {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: body as BodyInit,
      }),
    )
    return { status: response.status, body: await response.json() }
  }
  const part = (name: string, value: string) => ({ name, value })

  it.each([
    [[part('map', '{"0":["variables.file"]}'), file], '"operations" is missing'],
    [[part('operations', operations), file], '"map" is missing'],
    [[part('operations', '{'), part('map', '{}')], '"operations" is not valid JSON'],
    [[part('operations', operations), part('map', '{}'), file], 'The file "0" is not in "map"'],
    [[part('operations', operations), part('map', '{"0":["variables.file"]}')], 'which is not in the form'],
    [
      [part('operations', operations), part('map', '{"0":["query"]}'), file],
      '"query" in "map" must lead to a variable whose value is null',
    ],
    [
      [part('operations', operations), part('map', '{"0":["variables"]}'), file],
      'must lead to a variable whose value is null',
    ],
    [
      [part('operations', operations), part('map', '{"0":["variables.file","variables.file"]}'), file],
      'must lead to a variable whose value is null',
    ],
    [
      [part('operations', operations), part('map', '{"0":["variables.file.9"]}'), file],
      'must lead to a variable whose value is null',
    ],
    [
      [part('operations', `[${operations}]`), part('map', '{"0":["1.variables.file"]}'), file],
      'must lead to a variable whose value is null',
    ],
    [
      [part('operations', operations), part('map', '{"0":["variables.__proto__.x"]}'), file],
      'has no variable "$__proto__"',
    ],
    [[part('operations', operations), part('map', '{"0":["variables.other"]}'), file], 'has no variable "$other"'],
    [[part('operations', operations), part('map', '{"0":[]}'), file], 'must have a list'],
    [[part('operations', '5'), part('map', '{}')], 'must be an object or a list'],
  ])("gets 400 when its parts don't match: %#", async (parts, message) => {
    expect(await send(parts)).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } }] },
    })
  })

  const one = 'mutation ($file: Upload!) { upload(file: $file) { data { attributes { name } } } }'
  const many = 'mutation ($files: [Upload]!) { multipleUpload(files: $files) { data { attributes { name } } } }'
  const second = { ...file, name: '1', filename: 'b.txt' }
  const uploaded = (name: string) => ({ data: { attributes: { name } } })
  it.each([
    ['no null', { query: one, variables: {} }, { 0: ['variables.file'] }, [file], { upload: uploaded('a.txt') }],
    ['no variables', { query: one }, { 0: ['variables.file'] }, [file], { upload: uploaded('a.txt') }],
    [
      'variables null',
      { query: one, variables: null },
      { 0: ['variables.file'] },
      [file],
      { upload: uploaded('a.txt') },
    ],
    [
      'no list',
      { query: many },
      { 1: ['variables.files.1'], 0: ['variables.files.0'] },
      [file, second],
      { multipleUpload: [uploaded('a.txt'), uploaded('b.txt')] },
    ],
    [
      'an empty list',
      { query: many, variables: { files: [] } },
      { 0: ['variables.files.0'] },
      [file],
      { multipleUpload: [uploaded('a.txt')] },
    ],
  ])('may omit the null that a file replaces: %s', async (_what, input, map, files, data) => {
    const parts = [part('operations', JSON.stringify(input)), part('map', JSON.stringify(map)), ...files]
    expect(await send(parts)).toEqual({ status: 200, body: { data } })
  })
})
