import { resetContent } from '@content-api/server/vite/client'
import { beforeEach } from 'vitest'

beforeEach(() => resetContent())
