/** The alert rules and the dashboard in deploy/, held against what /metrics has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openMuseum } from '../fixtures/museum.ts';
import { ROOT } from '../fixtures/process.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { until } from '../fixtures/until.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const RULES = read('deploy/prometheus/museum.rules.yml');
const RULE_EXPRESSIONS = [...RULES.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr);
const { panels } = JSON.parse(read('deploy/grafana/museum.json')) as Dashboard;
const EXPRESSIONS = [...RULE_EXPRESSIONS, ...panels.flatMap((each) => each.targets.map(({ expr }) => expr))];
/** Words of PromQL, and labels that Prometheus adds; it renames the label `job` of a sample to `exported_job`. */
const OF_PROMETHEUS = new Set(['up', 'by', 'and', 'or', 'instance', 'job', 'exported_job', 'le']);

/** Names of metrics and of labels that a museum with everything turned on has. */
async function namesOf(
  t: TestContext,
): Promise<{ readonly metrics: Set<string>; readonly labels: Set<string> }> {
  const folder = await temporaryFolder(t);
  const museum = await openMuseum({
    database: { kind: 'sqlite', path: join(folder, 'museum.db') },
    settings: { MUSEUM_BACKUP_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
  });
  t.after(() => museum.close());
  let text = '';
  await until(async () => {
    text = (await museum.ask('GET', '/metrics')).text;
    return ['orders', 'deliveries', 'refunds_due_amount', 'http_requests_total'].every((name) =>
      text.includes(`museum_${name}{`),
    );
  });
  const metrics = new Set<string>();
  for (const [, name = '', type] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const part of parts) metrics.add(name + part);
  }
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label));
  return { metrics, labels };
}

/** The names in an expression that are neither functions nor words of PromQL. */
function namesIn(expr: string): string[] {
  const bare = expr.replace(/"[^"]*"/g, '').replace(/\[\w+\]/g, '');
  return [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/g)].map(([, name = '']) => name);
}

test('alerts and panels ask only for metrics and labels that there are', async (t) => {
  const { metrics, labels } = await namesOf(t);
  assert.ok(RULE_EXPRESSIONS.length >= 15 && panels.length >= 20, 'they were found');
  const isKnown = (name: string) => metrics.has(name) || labels.has(name) || OF_PROMETHEUS.has(name);
  for (const expr of EXPRESSIONS) {
    const asked = namesIn(expr).filter((name) => !/^(?:sum|max|count)$/.test(name));
    assert.deepEqual(
      asked.filter((name) => !isKnown(name)),
      [],
      expr,
    );
    assert.ok(
      asked.some((name) => metrics.has(name) || name === 'up'),
      expr,
    );
  }
});

test('a name that is wrong is noticed', () => {
  assert.deepEqual(namesIn('sum by (work) (rate(museum_gone_total{a="b"}[5m])) * 60 > 1e9'), [
    ...['sum', 'work', 'museum_gone_total', 'a'],
  ]);
});

test('every metric of the museum is watched by an alert or a panel, and described in operations.md', async (t) => {
  const { metrics } = await namesOf(t);
  const described = read('docs/operations.md');
  for (const name of metrics) {
    const base = name.replace(/_(?:bucket|sum|count)$/, '');
    assert.ok(described.includes(`\`${base}`) || /^process_/.test(name), `${name} is described`);
  }
  const unwatched = [...metrics]
    .filter((name) => /^museum_/.test(name) && !/_(?:sum|count)$/.test(name))
    .filter((name) => !EXPRESSIONS.some((expr) => expr.includes(name.replace(/_bucket$/, ''))));
  assert.deepEqual(unwatched, ['museum_scans_total', 'museum_job_last_success_timestamp_seconds']);
});

test('every alert says what is wrong and how bad that is, and operations.md what to do', () => {
  const described = read('docs/operations.md');
  const rules = RULES.split(/^ +- alert: /m).slice(1);
  assert.equal(rules.length, RULE_EXPRESSIONS.length);
  for (const rule of rules) {
    const [name = ''] = /^Museum\w+(?=\n)/.exec(rule) ?? [];
    assert.ok(described.includes(`\`${name}\``), rule);
    assert.match(rule, /labels: \{ severity: (?:critical|warning|info) \}\n/);
    assert.match(rule, /annotations: \{ summary: '[^']+\.' \}\n/);
  }
});
