import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checks, listed, partlyRead } from './support/block-checks.js'
import { blocksOf, generatedPages, pagesWithBlocks } from './support/documentation-blocks.js'

const root = join(import.meta.dirname, '..')
const blocks = pagesWithBlocks().flatMap(blocksOf)
const takenBy = (block: (typeof blocks)[number]) =>
  Object.entries(checks).flatMap(([name, takes]) => (takes(block) ? [name] : []))

test('every page of docs/ and every README is read', () => {
  const tracked = execFileSync('git', ['ls-files', '-z', 'docs/*.md', '*README.md'], { cwd: root })
    .toString()
    .split('\0')
    // Decisions are records for contributors, and pages in brackets are made of other files.
    .filter((path) => path !== '' && !/^decisions\/|\[|\/test\//.test(path) && !generatedPages.test(path))
  expect(pagesWithBlocks()).toEqual(expect.arrayContaining(tracked))
  expect(tracked.length).toBeGreaterThan(90)
})

test('every fence begins or ends a block', () => {
  const odd = pagesWithBlocks().filter((page) => {
    const fences = readFileSync(join(root, page), 'utf8').match(/^ *```/gm) ?? []
    return fences.length !== blocks.filter((block) => block.page === page).length * 2
  })
  expect(odd).toEqual([])
})

test('one check takes each block, or the list has a reason why none does', () => {
  const count = new Map<string, number>()
  for (const block of blocks.filter((one) => takenBy(one).length === 0)) {
    const key = `${block.page} ${block.language}`.trim()
    count.set(key, (count.get(key) ?? 0) + 1)
  }
  expect(Object.fromEntries(count)).toEqual(
    Object.fromEntries(Object.entries(listed).map(([key, [number]]) => [key, number])),
  )
  expect(
    blocks.flatMap((block) => (takenBy(block).length > 1 ? [`${block.at}: ${takenBy(block).join()}`] : [])),
  ).toEqual([])
})

test('each check takes blocks', () => {
  const idle = Object.entries(checks).filter(([, takes]) => !blocks.some(takes))
  expect(idle.map(([name]) => name)).toEqual([])
  expect(Object.keys(partlyRead).filter((language) => !blocks.some((block) => block.language === language))).toEqual([])
})
