import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import * as model from '@content-api/model'

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
const block = (language: string) => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? ''

it('the example of the README prints what it says', () => {
  const [, ...lines] = block('js').split('\n')
  const printed: string[] = []
  const console = { log: (...values: readonly unknown[]) => printed.push(values.map(String).join(' ')) }
  runInNewContext(lines.join('\n'), { ...model, console })
  expect(printed).toEqual(block('text').trimEnd().split('\n'))
})

it('the README names every exported value', () => {
  for (const name of Object.keys(model)) expect(readme).toContain(`\`${name}`)
})
