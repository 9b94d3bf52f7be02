/** Subjects in words: what the brief asks for, the shape of the file with made-up values, and the file's name. */
import type { Settled, Subject } from './params.ts';

const PERSON = '{"employee_id": "jo_doe", "name": "Jo Doe", "department": "Sales_9", "total_sales": 1234.56}';
const SHAPES: Readonly<Record<Subject, string>> = {
  top_sales_employee: `{"employees": [${PERSON}]}`,
  cross_depts_extreme_employee: `{"employees": [${PERSON}]}`,
  cross_depts_top_n: `{"employees": [${PERSON}]}`,
  per_dept_extreme_employee: `{"Sales_9": [${PERSON}]}`,
  per_dept_top_n: `{"Sales_9": [${PERSON}]}`,
  sales_statistics:
    '{"department": "Sales_9", "employees": 99, "total_sales": 1234.56, "avg_sales_per_person": 123.45}',
  per_dept_avg_sales: '{"Sales_9": 1234.56}',
  dept_person_qoq_count: '{"count": 2, "employee_ids": ["jo_doe", "al_roe"]}',
  all_depts_qoq_count: '{"count": 9, "totals": {"Sales_9": {"previous": 1234.56, "current": 2345.67}}}',
};

export function shapeOf({ subject }: Settled): string {
  return SHAPES[subject];
}

export function wishOf({ subject, departments, quarter, mode, n, direction }: Settled): string {
  const units = departments.join(' and ');
  const end = mode === 'top' ? 'highest' : 'lowest';
  const way = direction === 'up' ? 'up' : 'down';
  const wishes: Readonly<Record<Subject, string>> = {
    top_sales_employee: `Who had the highest total sales in ${units} in Q${quarter}?`,
    sales_statistics: `For ${units} in Q${quarter}: how many employees, what total sales, what average sales per person?`,
    cross_depts_extreme_employee: `Who had the ${end} total sales of everybody in ${units} taken together, in Q${quarter}?`,
    per_dept_extreme_employee: `Who had the ${end} total sales in each of ${units} in Q${quarter}? One list for each department, with the department's name as the key.`,
    per_dept_avg_sales: `What were the average sales per person in each of ${units} in Q${quarter}?`,
    per_dept_top_n: `Who were the ${n} people with the highest total sales in each of ${units} in Q${quarter}? One list for each department, with the department's name as the key.`,
    cross_depts_top_n: `Who were the ${n} people with the highest total sales of everybody in ${units} taken together, in Q${quarter}?`,
    dept_person_qoq_count: `How many people in ${units} went ${way} in Q${quarter} against Q${quarter - 1}, and who?`,
    all_depts_qoq_count: `How many of the three sales departments went ${way} in Q${quarter} against Q${quarter - 1}? Give also the total sales of each in both quarters (previous is Q${quarter - 1}, current is Q${quarter}).`,
  };
  return wishes[subject];
}

export function fileNameOf({ subject, departments, quarter, mode, n, direction }: Settled): string {
  const units = departments.join('-');
  const names: Readonly<Record<Subject, string>> = {
    top_sales_employee: `dept_${units}_Q${quarter}_top_sales`,
    sales_statistics: `dept_${units}_Q${quarter}_sales_stats`,
    cross_depts_extreme_employee: `depts_${units}_Q${quarter}_${mode}_employee`,
    per_dept_extreme_employee: `depts_${units}_Q${quarter}_${mode}_per_dept`,
    per_dept_avg_sales: `depts_${units}_Q${quarter}_avg`,
    per_dept_top_n: `depts_${units}_Q${quarter}_top${n}_per_dept`,
    cross_depts_top_n: `depts_${units}_Q${quarter}_top${n}`,
    dept_person_qoq_count: `dept_${units}_Q${quarter}_${direction}_person_count`,
    all_depts_qoq_count: `all_Q${quarter}_${direction}_dept_count`,
  };
  return `${names[subject]}.json`;
}
