import { expect, test } from 'vitest'

// Runs at the same time as `notes.test.ts`, in a browser context of its own with its own content.
test('finds only its own notes while other files write', async () => {
  const own = Array.from({ length: 20 }, () => 'Own')
  for (const text of own) {
    const body = JSON.stringify({ data: { text } })
    await fetch('/api/notes', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const response = await fetch('/api/notes?filters[id][$gt]=2&pagination[pageSize]=100')
  const { data } = (await response.json()) as { data: { attributes: { text: string } }[] }
  expect(data.map(({ attributes }) => attributes.text)).toEqual(own)
})
