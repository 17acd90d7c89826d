import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ContentApi, createContentApi } from '../../src/index.js'
import { HashingThread } from '@content-api/core/secrets/hashing-thread'
import { databases } from '../../../../tests/support/postgres.js'

describe.each(await databases())('the modules of a service on $name', ({ connection }) => {
  let api: ContentApi
  const open = async () => {
    api = await createContentApi({
      database: connection,
      config: { auth: { jwt: { secret: 'a secret of at least 32 bytes, for tests' } }, permissions: {} },
      contentTypes: {},
    })
  }
  afterEach(() => api.close())

  it('include the check of passwords once there are users', async () => {
    const run = vi.spyOn(HashingThread.prototype, 'run')
    await open()
    await api.loadModules()
    expect(run).not.toHaveBeenCalled()
    await api.accounts.createUser({ username: 'ada', email: 'ada@example.com', password: 'correct horse' })
    await api.close()
    run.mockClear()
    await open()
    await api.loadModules()
    await expect.poll(() => run.mock.lastCall).toEqual([{ password: 'nobody', hash: expect.any(String) }])
    run.mockRestore()
  })
})
