import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { certificateName } from '../core/certificates.ts';
import type { SteadyClock } from '../core/clock.ts';
import { Outage } from '../core/outage.ts';
import { countAllUndelivered, type Undelivered } from '../deliveries/index.ts';
import type { Gate } from '../gate/index.ts';
import type { TicketPainter } from '../images/index.ts';
import type { Job, Jobs } from '../jobs/index.ts';
import { countHolds, countOrders, type HoldFigures, type OrderState, type Till } from '../orders/index.ts';
import { countDueRefunds, countOpenPayments, type DueRefundFigures } from '../payments/index.ts';
import { findBackups } from '../store/backup-files.ts';
import { type DiskSpace, findDiskSpace, type Store } from '../store/index.ts';
import type { Tracer } from '../tracing/index.ts';
import type { Metric } from '../web/open/index.ts';
import { type CertificateOwner, certificatesInUse, EXPIRES_SOON_MS } from './certificates.ts';
import type { Config } from './config.ts';

/** How long a look at the certificates may take. */
const CERTIFICATES_MS = 10_000;

/** What was counted last; undefined: not yet, or not known. A scrape shows it and asks nothing itself. */
export class CountedFigures {
  undelivered: readonly Undelivered[] = [];
  holds: HoldFigures | undefined;
  orders: ReadonlyMap<OrderState, number> | undefined;
  refunds: DueRefundFigures | undefined;
  openPayments: number | undefined;
  disk: DiskSpace | undefined;
  /** When the newest whole backup was made, by the clock; -Infinity: there is none. */
  backupAt: number | undefined;
  /** When the first certificate of each to expire does, or did: milliseconds UTC. */
  readonly expiries = new Map<CertificateOwner, number>();
}

interface Counted {
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly log: Logger;
  readonly config: Pick<Config, 'database' | 'backupDir' | 'tls' | 'publicUrl' | 'mail'>;
  /** Ends what is waited for when the service stops. */
  readonly stopping: AbortSignal;
}

/**
 * The jobs that keep `figures` up to date. They count in `hasWork`, which needs no lease, so that every instance
 * counts.
 */
export function countingJobs(
  figures: CountedFigures,
  { store, clock, log, config, stopping }: Counted,
): Job[] {
  const counting = (name: string, everyMs: number, count: () => Promise<void>): Job => ({
    name,
    everyMs,
    step: async () => false,
    hasWork: async () => {
      await count();
      return false;
    },
  });
  const backups = new BackupWatch(config, clock, log);
  const certificates = new CertificateWatch(config, clock, log);
  return [
    // All of it is in indexes that hold nothing else.
    counting('count-pending', 15_000, async () => {
      figures.undelivered = await countAllUndelivered(store);
      figures.holds = await countHolds(store, clock.now());
      figures.refunds = await countDueRefunds(store, clock.now());
      figures.openPayments = await countOpenPayments(store);
    }),
    // Every order is in that index.
    counting('count-orders', 300_000, async () => {
      figures.orders = await countOrders(store);
    }),
    counting('watch-disk', 30_000, async () => {
      figures.disk = await findDiskSpace(config.database);
      figures.backupAt = await backups.newestAt();
    }),
    counting('watch-certificates', 3_600_000, () => certificates.look(figures.expiries, stopping)),
  ];
}

/** Looks for the newest backup. A folder that can't be read counts as one without backups, and the log says why. */
class BackupWatch {
  readonly #folder: string | undefined;
  readonly #database: Config['database'];
  readonly #outage: Outage;
  readonly #log: Logger;

  constructor({ backupDir, database }: Counted['config'], clock: SteadyClock, log: Logger) {
    this.#folder = backupDir;
    this.#database = database;
    this.#outage = new Outage(clock);
    this.#log = log;
  }

  /** Milliseconds UTC; -Infinity: there is none; undefined: no folder is set. */
  async newestAt(): Promise<number | undefined> {
    if (this.#folder === undefined) return undefined;
    try {
      const { newest } = await findBackups(this.#folder, this.#database);
      if (this.#outage.end())
        this.#log.info({ folder: this.#folder }, 'the folder of backups can be read again');
      return newest?.madeAt.getTime() ?? Number.NEGATIVE_INFINITY;
    } catch (error) {
      const reason = (error as Error).message;
      if (this.#outage.fail() !== undefined)
        this.#log.warn({ reason }, 'the folder of backups (MUSEUM_BACKUP_DIR) can’t be read');
      return Number.NEGATIVE_INFINITY;
    }
  }
}

/**
 * Looks when certificates expire. One that can't be asked for keeps the time that is known; the log says once of each
 * that it expires soon.
 */
class CertificateWatch {
  readonly #config: Counted['config'];
  readonly #clock: SteadyClock;
  readonly #log: Logger;
  readonly #told = new Set<string>();

  constructor(config: Counted['config'], clock: SteadyClock, log: Logger) {
    this.#config = config;
    this.#clock = clock;
    this.#log = log;
  }

  async look(expiries: Map<CertificateOwner, number>, stopping: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(CERTIFICATES_MS)]);
    const found = await certificatesInUse(this.#config, limit);
    for (const [owner, those] of Map.groupBy(found, (each) => each.owner))
      expiries.set(owner, Math.min(...those.map(({ certificate }) => certificate.validToDate.getTime())));
    for (const { where, certificate } of found) {
      const { fingerprint256, validToDate } = certificate;
      if (validToDate.getTime() - this.#clock.now() > EXPIRES_SOON_MS || this.#told.has(fingerprint256))
        continue;
      this.#told.add(fingerprint256);
      const facts = {
        certificate: certificateName(certificate),
        where,
        expiresAt: validToDate.toISOString(),
      };
      this.#log.warn(facts, 'a certificate expires within three weeks, or has expired');
    }
  }
}

interface Measured {
  readonly till: Till;
  readonly gate: Gate;
  readonly painter: TicketPainter;
  readonly jobs: Jobs;
  readonly figures: CountedFigures;
  readonly store: Store;
  readonly clock: SteadyClock;
  readonly tracer: Tracer | undefined;
}

/** What /metrics shows of the rooms, the disk and the backups. None of it asks the database. */
export function figuresOf(measured: Measured, { currency }: Pick<Config, 'currency'>): Metric[] {
  return [
    buildFigure(measured.store),
    ...saleFigures(measured.till),
    ...gateFigures(measured.gate),
    ...commitFigures(measured),
    ...pendingFigures(measured.figures, currency),
    ...machineFigures(measured),
    ...jobFigures(measured.jobs),
    ...(measured.tracer === undefined ? [] : [traceFigure(measured.tracer)]),
  ];
}

function buildFigure({ dialect }: Store): Metric {
  const labels = { version: packageJson.version, node: process.versions.node, database: dialect.name };
  return {
    name: 'museum_build_info',
    type: 'gauge',
    help: 'Always 1; the labels say which version runs.',
    read: () => [{ labels, value: 1 }],
  };
}

function saleFigures(till: Till): Metric[] {
  return [counter('museum_tickets_sold_total', 'Tickets sold by this process.', () => till.ticketsSold)];
}

function gateFigures(gate: Gate): Metric[] {
  return [
    counter(
      'museum_scans_total',
      'Scans at the gate that this process has decided or recorded.',
      () => gate.scans.total,
    ),
    counter(
      'museum_admissions_total',
      'Verdicts at the gate, with the reason of a refusal; a repeated scan counts once.',
      () =>
        [...gate.scans.byVerdict].map(({ verdict, reason, count }) => ({
          labels: { verdict, reason: reason ?? '' },
          value: count,
        })),
    ),
  ];
}

/** The figures of what is done in batches, and of what waits in queues of this process. */
function commitFigures({ till, gate, painter }: Measured): Metric[] {
  const batches = Object.entries({ sales: till.commits, scans: gate.commits });
  const queues = Object.entries({ sales: till.commits, scans: gate.commits, images: painter });
  return [
    histogram('museum_batch_size', 'Sales or scans in one commit.', () =>
      batches.map(([work, { sizes }]) => ({ labels: { work }, value: sizes })),
    ),
    histogram(
      'museum_commit_duration_seconds',
      'Time of the transaction of a batch, until it is on disk.',
      () => batches.map(([work, { seconds }]) => ({ labels: { work }, value: seconds })),
    ),
    gauges('museum_queue_length', 'Sales, scans and ticket images that wait in this process.', () =>
      queues.map(([work, { waiting }]) => ({ labels: { work }, value: waiting })),
    ),
    gauges('museum_queue_limit', 'How many may wait; more are answered with 503.', () =>
      queues.map(([work, { limit }]) => ({ labels: { work }, value: limit })),
    ),
  ];
}

/** The figures of the whole database, as it was counted last. */
function pendingFigures(figures: CountedFigures, currency: string): Metric[] {
  return [
    gauges(
      'museum_deliveries',
      'Mails and webhook messages in the database that are waiting, or have failed and were not sent again.',
      () =>
        figures.undelivered.map(({ channel, state, count }) => ({
          labels: { channel, state },
          value: count,
        })),
    ),
    gauge('museum_holds', 'Orders that are held.', () => figures.holds?.held),
    gauge(
      'museum_holds_overdue',
      'Held orders whose time is over and which were not ended yet.',
      () => figures.holds?.overdue,
    ),
    gauges('museum_orders', 'Orders in the database by state, counted every five minutes.', () =>
      [...(figures.orders ?? [])].map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge(
      'museum_refunds_due',
      'Refunds of online payments that were not made yet.',
      () => figures.refunds?.due,
    ),
    gauges('museum_refunds_due_amount', 'The money of these refunds.', () =>
      figures.refunds === undefined ? [] : [{ labels: { currency }, value: figures.refunds.dueCents / 100 }],
    ),
    gauge(
      'museum_refunds_troubled',
      'Refunds among them that have failed, or are an hour late.',
      () => figures.refunds?.troubled,
    ),
    gauge(
      'museum_online_payments_open',
      'Online payments that were begun, and neither made nor ended yet.',
      () => figures.openPayments,
    ),
  ];
}

function machineFigures({ figures, clock }: Measured): Metric[] {
  return [
    gauge('museum_disk_free_bytes', 'Free space on the disk of the database.', () => figures.disk?.free),
    gauge('museum_disk_size_bytes', 'Size of that disk.', () => figures.disk?.total),
    gauge(
      'museum_backup_age_seconds',
      'Age of the newest whole backup in MUSEUM_BACKUP_DIR; +Inf: there is none.',
      () => figures.backupAt && Math.max(0, clock.now() - figures.backupAt) / 1000,
    ),
    gauges(
      'museum_certificate_expiry_timestamp_seconds',
      'When the first certificate to expire does, of the service, MUSEUM_PUBLIC_URL, the database and the mail server.',
      () => [...figures.expiries].map(([owner, at]) => ({ labels: { owner }, value: at / 1000 })),
    ),
  ];
}

function traceFigure(tracer: Tracer): Metric {
  return {
    name: 'museum_trace_spans_total',
    type: 'counter',
    help: 'Spans that the collector has taken, and those that were dropped because it did not.',
    read: () =>
      (['sent', 'dropped'] as const).map((outcome) => ({ labels: { outcome }, value: tracer[outcome] })),
  };
}

/** How each job is doing in this process. */
function jobFigures(jobs: Jobs): Metric[] {
  return [
    gauges(
      'museum_job_last_success_timestamp_seconds',
      'When the job last completed its work in this process.',
      () =>
        jobs
          .figures()
          .flatMap(({ name, succeededAt }) =>
            succeededAt === undefined ? [] : [{ labels: { job: name }, value: succeededAt / 1000 }],
          ),
    ),
    gauges(
      'museum_job_lag_seconds',
      'How long the job is overdue; 0 while it is on time, or another instance runs it.',
      () => jobs.figures().map(({ name, lagMs }) => ({ labels: { job: name }, value: lagMs / 1000 })),
    ),
    counter('museum_job_failures_total', 'Runs of the job that failed in this process.', () =>
      jobs.figures().map(({ name, failures }) => ({ labels: { job: name }, value: failures })),
    ),
  ];
}

type Histograms = Extract<Metric, { readonly type: 'histogram' }>;
type Read = Exclude<Metric, Histograms>['read'];

function counter(name: string, help: string, read: Read): Metric {
  return { name, type: 'counter', help, read };
}

function gauges(name: string, help: string, read: Read): Metric {
  return { name, type: 'gauge', help, read };
}

function histogram(name: string, help: string, read: Histograms['read']): Metric {
  return { name, type: 'histogram', help, read };
}

/** A gauge without labels, left out while it is not known. */
function gauge(name: string, help: string, read: () => number | undefined): Metric {
  return gauges(name, help, () => {
    const value = read();
    return value === undefined ? [] : [{ labels: {}, value }];
  });
}
