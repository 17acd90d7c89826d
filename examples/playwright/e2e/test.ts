import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ContentApi, createContentApi } from '@content-api/server'
import { test as base } from '@playwright/test'
import { serveApp } from '../app/serve-app.js'

const project = fileURLToPath(new URL('../cms', import.meta.url))

interface Content {
  readonly api: ContentApi
  /** The address of the service. */
  readonly url: string
}

interface TestFixtures {
  /** The service with its seeded content. */
  readonly content: Content
}

interface WorkerFixtures {
  readonly service: Content
  /** The address of the tested page. */
  readonly app: string
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // One service per worker. A worker that replaces a failed one has the same `parallelIndex`, but a new `workerIndex`.
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from the pattern
    async ({}, use, { parallelIndex, project: { outputDir } }) => {
      const folder = join(outputDir, `worker-${parallelIndex}`)
      // Starts with a new database. The database of an earlier run would continue its ids.
      await rm(folder, { recursive: true, force: true })
      const api = await createContentApi({
        project,
        database: join(folder, 'data.db'),
        config: { upload: { directory: join(folder, 'uploads') } },
        development: true,
      })
      await api.importEntries((await open(`${project}/content.jsonl`)).readLines())
      await api.snapshots.save('seed')
      const { url } = await api.listen({ port: 0 })
      await use({ api, url })
      await api.close()
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ service }, use) => {
      const app = await serveApp(service.url)
      await use(app.url)
      await app.close()
    },
    { scope: 'worker' },
  ],
  // Restores the content before each test, not after it. The content of a failed test stays for inspection.
  content: [
    async ({ service }, use) => {
      await service.api.snapshots.restore('seed')
      await use(service)
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
