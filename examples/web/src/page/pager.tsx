interface PagerProps {
  readonly page: number
  readonly pageCount: number
  readonly label: string
  readonly onPage: (page: number) => void
}

export function Pager({ page, pageCount, label, onPage }: PagerProps) {
  if (pageCount < 2) return null
  return (
    <nav className="pager" aria-label={label}>
      <button type="button" aria-disabled={page <= 1} onClick={() => page > 1 && onPage(page - 1)}>
        ← Previous
      </button>
      <span>
        Page {page} of {pageCount}
      </span>
      <button type="button" aria-disabled={page >= pageCount} onClick={() => page < pageCount && onPage(page + 1)}>
        Next →
      </button>
    </nav>
  )
}
