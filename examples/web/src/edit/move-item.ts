/** Returns the list with one item moved to another index. Indexes outside the list change nothing. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length || from === to) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
