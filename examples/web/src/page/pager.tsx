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
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ← Before
      </button>
      <span>
        Page {page} of {pageCount}
      </span>
      <button type="button" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Next →
      </button>
    </nav>
  )
}
