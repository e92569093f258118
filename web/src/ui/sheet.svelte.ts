/** The rule that is open beside whatever one was doing. */
import { api, reasons } from '../wire/api'
import type { Rule } from '../wire/schema'

class Sheet {
  system = $state('')
  id = $state('')
  rule = $state.raw<Rule | null>(null)
  trouble = $state('')

  open(system: string, id: string): void {
    this.system = system
    this.id = id
    this.rule = null
    this.trouble = ''
    api.rule(system, id).then(
      (rule) => this.id === id && (this.rule = rule),
      (error) => (this.trouble = reasons(error)[0]?.what ?? ''),
    )
  }

  close(): void {
    this.id = ''
  }
}

export const sheet = new Sheet()
