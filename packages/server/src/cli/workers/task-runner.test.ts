import { expect, it } from 'vitest'
import { TaskRunner } from './task-runner.js'

it('gives the tasks to one worker, and to another when that one ends', () => {
  const tasks = new TaskRunner<string>()
  const serving = new Map<string, number>()
  expect(tasks.choose(serving)).toBeUndefined()
  serving.set('first', 1)
  expect(tasks.choose(serving)).toBe('first')
  serving.set('second', 2).set('third', 3)
  expect(tasks.choose(serving)).toBeUndefined()
  serving.delete('third')
  expect(tasks.choose(serving)).toBeUndefined()
  serving.delete('first')
  expect(tasks.choose(serving)).toBe('second')
  expect(tasks.choose(serving)).toBeUndefined()
  serving.clear()
  expect(tasks.choose(serving)).toBeUndefined()
  serving.set('fourth', 4)
  expect(tasks.choose(serving)).toBe('fourth')
})
