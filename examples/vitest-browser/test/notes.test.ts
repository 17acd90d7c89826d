import { resetContent } from '@content-api/server/vite/client'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showNotes } from '../src/notes.js'

afterEach(() => document.body.replaceChildren())

async function open(): Promise<void> {
  await showNotes(document.body.appendChild(document.createElement('main')))
}

async function add(text: string): Promise<void> {
  await page.getByLabelText('New note').fill(text)
  await page.getByRole('button', { name: 'Add' }).click()
}

const items = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

// All of these tests start with the same content, so their new notes get the same id.
test.each(['Water the plants', 'Read', 'Walk'])('adds a note: %s', async (text) => {
  await open()
  await add(text)
  await expect.poll(items).toEqual(['1: Buy bread', '2: Call Ada', `3: ${text}`])
})

test('shows why a note is rejected', async () => {
  await open()
  await add('')
  await expect.element(page.getByRole('alert')).toHaveTextContent('text is required')
})

test('shows the notes of this test', async () => {
  await resetContent({ 'api::note.note': [{ id: 9, text: 'Only here' }] })
  await open()
  await expect.poll(items).toEqual(['1: Buy bread', '2: Call Ada', '9: Only here'])
})
