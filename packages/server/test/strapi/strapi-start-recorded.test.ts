import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { codeInit, judgeCode } from '../strapi-starts/code-part.js'
import type { RecordedAnswer, RecordedStart } from '../strapi-starts/recorded-starts.js'
import { isFailedWrite, judgeSchema, schemaInit } from '../strapi-starts/schemas-part.js'
import { type Side, sideOf } from '../strapi-starts/two-sides.js'
import { databases } from '../../../../tests/support/postgres.js'
import { writeProject } from '../support/write-project.js'

const text = readFileSync(new URL('../oracle/strapi-start.json', import.meta.url), 'utf8')
const { files, mismatched, code, schemas } = JSON.parse(text) as RecordedStart
const answerOf = ({ status, headers, body }: RecordedAnswer) => ({ status, headers: new Headers(headers), body })

describe.each(await databases())('a generated project of Strapi 4.26 on $name', ({ connection }) => {
  let folder: string
  let api: ContentApi
  let ours: Side
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recorded-start-'))
    await writeProject(folder, files)
    api = await createContentApi({ project: folder, database: connection, log: () => undefined })
    ours = sideOf(api, await api.accounts.createToken({ name: 'all', type: 'full-access' }))
  })
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('has the same responses of its code', async () => {
    const different: unknown[] = []
    for (const request of code) {
      const judged = judgeCode(answerOf(request.theirs), await ours.send(request.path, codeInit(request)))
      if (judged.verdict === 'different') different.push({ ...judged, sent: request.code })
    }
    expect(different).toEqual([])
  })

  it('has the same responses of its content types', async () => {
    const different: unknown[] = []
    for (const request of schemas) {
      const theirs = answerOf(request.theirs)
      if (isFailedWrite(request.method, theirs)) continue
      const found = await ours.send(request.path, schemaInit(request))
      const verdict = judgeSchema(theirs, found, new Set(mismatched))
      if (verdict === 'different') different.push({ request, found })
    }
    expect(different).toEqual([])
  })
})
