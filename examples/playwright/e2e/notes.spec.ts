import { expect, test } from './test.js'

test('shows the notes', async ({ page, app }) => {
  await page.goto(app)
  await expect(page.getByRole('listitem')).toHaveText(['1: Buy bread', '2: Call Ada'])
})

// All of these tests start with the same content, so their new notes get the same id.
for (const text of ['Water the plants', 'Read', 'Walk']) {
  test(`adds a note: ${text}`, async ({ page, app }) => {
    await page.goto(app)
    await page.getByLabel('New note').fill(text)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('listitem')).toHaveText(['1: Buy bread', '2: Call Ada', `3: ${text}`])
  })
}
