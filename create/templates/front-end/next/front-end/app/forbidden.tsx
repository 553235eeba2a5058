import { Refused } from '../components/refused';

export default function Forbidden() {
  return <Refused title="Not for you">You may not read this page.</Refused>;
}
