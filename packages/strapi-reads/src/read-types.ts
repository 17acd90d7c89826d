import type { Condition, Output, ReadPlan, SortKey } from '@content-api/engine/plan'
import { fileType } from '@content-api/engine/plan'

/** Returns the uids of all content types and components that a plan reads, at every level. */
export function typesOf(plan: ReadPlan): ReadonlySet<string> {
  const uids = new Set([plan.type.uid])
  addOfCondition(uids, plan.filters)
  addOfSort(uids, plan.sort)
  addOfOutput(uids, plan.output)
  return uids
}

function addOfCondition(uids: Set<string>, condition: Condition | null | undefined): void {
  // A loop, because a condition may be deeper than the stack.
  const waiting = condition ? [condition] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.op === 'and' || next.op === 'or') waiting.push(...next.of)
    else if (next.op === 'not') waiting.push(next.of)
    else if (next.op === 'link') {
      uids.add(next.target.uid)
      waiting.push(next.where)
    }
  }
}

function addOfSort(uids: Set<string>, sort: readonly SortKey[]): void {
  for (const { path } of sort) for (const { target } of path) uids.add(target.uid)
}

function addOfOutput(uids: Set<string>, output: Output): void {
  const waiting = [output]
  const addMembers = (members: readonly { readonly value: Output }[]) => {
    for (const { value } of members) waiting.push(value)
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    switch (next.kind) {
      case 'object':
      case 'entries':
        addMembers(next.members)
        break
      case 'linked':
      case 'count':
        uids.add(next.rows.target.uid)
        addOfCondition(uids, next.rows.filters)
        addOfSort(uids, next.rows.sort)
        if (next.kind === 'linked') addMembers(next.members)
        break
      case 'zone':
        for (const { component, members, filters } of next.items) {
          uids.add(component.uid)
          addOfCondition(uids, filters)
          addMembers(members)
        }
        break
      case 'morph':
      case 'usedBy':
        for (const { type, members } of next.targets) {
          uids.add(type.uid)
          addMembers(members)
        }
        if (next.kind === 'usedBy') uids.add(fileType)
        break
      default:
    }
  }
}
