import os
from datetime import datetime, timedelta
from typing import List, Optional

from fastapi import FastAPI, Path, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Column, DateTime, Float, ForeignKey, Integer, String, Text, UniqueConstraint, create_engine
from sqlalchemy.orm import declarative_base, relationship, sessionmaker

DATABASE_PATH = os.environ.get("DATABASE_PATH", "sqlite:///seed_library.db")
engine = create_engine(DATABASE_PATH, connect_args={"check_same_thread": False})
SessionLocal = sessionmaker(autocommit=False, autoflush=False, bind=engine)
Base = declarative_base()


class Member(Base):
    __tablename__ = "members"
    id = Column(Integer, primary_key=True)
    name = Column(String, nullable=False)
    email = Column(String, unique=True)
    joined_at = Column(DateTime)


class Variety(Base):
    __tablename__ = "varieties"
    id = Column(Integer, primary_key=True)
    name = Column(String, unique=True, nullable=False)
    species = Column(String, nullable=False)
    days_to_harvest = Column(Integer)
    is_heirloom = Column(Integer, default=0)


class Packet(Base):
    __tablename__ = "packets"
    id = Column(Integer, primary_key=True)
    variety_id = Column(Integer, ForeignKey("varieties.id"), nullable=False)
    grams = Column(Float)
    status = Column(String, default="in_store")
    donated_by = Column(String)
    stored_at = Column(DateTime)
    variety = relationship("Variety")


class Loan(Base):
    __tablename__ = "loans"
    id = Column(Integer, primary_key=True)
    member_id = Column(Integer, ForeignKey("members.id"), nullable=False)
    packet_id = Column(Integer, ForeignKey("packets.id"), nullable=False)
    loaned_at = Column(DateTime)
    due_at = Column(DateTime)
    returned_at = Column(DateTime)


class Reservation(Base):
    __tablename__ = "reservations"
    id = Column(Integer, primary_key=True)
    member_id = Column(Integer, ForeignKey("members.id"), nullable=False)
    variety_id = Column(Integer, ForeignKey("varieties.id"), nullable=False)
    status = Column(String, default="waiting")
    created_at = Column(DateTime)
    variety = relationship("Variety")
    __table_args__ = (UniqueConstraint("member_id", "variety_id"),)


class GrowingNote(Base):
    __tablename__ = "growing_notes"
    id = Column(Integer, primary_key=True)
    member_id = Column(Integer, ForeignKey("members.id"), nullable=False)
    variety_id = Column(Integer, ForeignKey("varieties.id"), nullable=False)
    body = Column(Text, nullable=False)
    rating = Column(Integer)
    created_at = Column(DateTime)


class GerminationTest(Base):
    __tablename__ = "germination_tests"
    id = Column(Integer, primary_key=True)
    packet_id = Column(Integer, ForeignKey("packets.id"), nullable=False)
    tested_on = Column(String, nullable=False)
    sown = Column(Integer, nullable=False)
    sprouted = Column(Integer, nullable=False)
    remark = Column(Text)


class ShelfLabel(Base):
    __tablename__ = "shelf_labels"
    id = Column(Integer, primary_key=True)
    shelf = Column(String, nullable=False)
    label = Column(String, nullable=False)


class Visit(Base):
    __tablename__ = "visits"
    id = Column(Integer, primary_key=True)
    member_id = Column(Integer, nullable=False)
    visited_at = Column(DateTime)


# Quirk: creates whatever the seeds' database lacks (shelf_labels in faithful mode; visits always) after the initial state was taken.
Base.metadata.create_all(engine)

app = FastAPI(title="Seed Library API")
OPEN_COUNTS = []


class MemberOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    name: str
    email: Optional[str] = None


class VarietyOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    name: str
    species: str
    days_to_harvest: Optional[int] = None
    is_heirloom: int


class PacketOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    variety_id: int
    grams: Optional[float] = None
    status: str
    donated_by: Optional[str] = None


class LoanOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    packet_id: int
    loaned_at: Optional[datetime] = None
    due_at: Optional[datetime] = None
    returned_at: Optional[datetime] = None


class ReservationOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    variety_id: int
    status: str


class NoteOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    variety_id: int
    body: str
    rating: Optional[int] = None


class LabelOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    id: int
    shelf: str
    label: str


class CountOut(BaseModel):
    status: str
    packets: int


class GerminationOut(BaseModel):
    packet_id: int
    tests: int
    sown: int
    sprouted: int


class BorrowIn(BaseModel):
    packet_id: int = Field(..., description="Packet to borrow")
    days: int = Field(21, description="How many days until it is due")


class DueIn(BaseModel):
    due_at: datetime = Field(..., description="New due time")


class ReservationIn(BaseModel):
    variety_id: int = Field(..., description="Variety to wait for")


class NoteIn(BaseModel):
    variety_id: int = Field(..., description="Variety the note is about")
    body: str = Field(..., description="What was observed")


class RatedNoteIn(BaseModel):
    variety_id: int = Field(..., description="Variety the note is about")
    body: str = Field(..., description="What was observed")
    rating: Optional[int] = Field(None, description="One to five")


# Quirk: a GET that writes.
@app.get("/api/members/me", response_model=MemberOut, summary="Current member", description="The signed-in member; the visit is recorded.", tags=["members"], operation_id="get_current_member")
async def get_current_member():
    session = SessionLocal()
    session.add(Visit(member_id=1, visited_at=datetime.utcnow()))
    session.commit()
    member = session.query(Member).filter(Member.id == 1).first()
    result = MemberOut.model_validate(member)
    session.close()
    return result


@app.get("/api/varieties", response_model=List[VarietyOut], summary="List varieties", description="Varieties of the library, by name.", tags=["varieties"], operation_id="list_varieties")
async def list_varieties(species: Optional[str] = Query(None, description="Only this species"), heirloom: Optional[bool] = Query(None, description="Only heirlooms, or only others")):
    session = SessionLocal()
    query = session.query(Variety)
    if species is not None:
        query = query.filter(Variety.species == species)
    if heirloom is not None:
        query = query.filter(Variety.is_heirloom == (1 if heirloom else 0))
    result = [VarietyOut.model_validate(one) for one in query.order_by(Variety.name).all()]
    session.close()
    return result


# Quirk: a None dereference where the row is missing, which also leaves the session open.
@app.get("/api/varieties/{variety_id}", response_model=VarietyOut, summary="Get a variety", description="One variety by its id.", tags=["varieties"], operation_id="get_variety")
async def get_variety(variety_id: int = Path(..., description="Variety id")):
    session = SessionLocal()
    variety = session.query(Variety).filter(Variety.id == variety_id).first()
    result = VarietyOut(id=variety.id, name=variety.name, species=variety.species, days_to_harvest=variety.days_to_harvest, is_heirloom=variety.is_heirloom)
    session.close()
    return result


@app.get("/api/packets", response_model=List[PacketOut], summary="List packets", description="Packets, of one variety or one status if asked for.", tags=["packets"], operation_id="list_packets")
async def list_packets(variety_id: Optional[int] = Query(None, description="Only of this variety"), status: Optional[str] = Query(None, description="in_store or on_loan")):
    session = SessionLocal()
    query = session.query(Packet)
    if variety_id is not None:
        query = query.filter(Packet.variety_id == variety_id)
    if status is not None:
        query = query.filter(Packet.status == status)
    result = [PacketOut.model_validate(one) for one in query.order_by(Packet.id).all()]
    session.close()
    return result


# Quirk: leaks. Every call keeps a session with a connection checked out; the pool of 15 is empty after 15 calls.
@app.get("/api/packets/count", response_model=CountOut, summary="Count packets", description="How many packets have a status.", tags=["packets"], operation_id="count_packets")
async def count_packets(status: str = Query(..., description="in_store or on_loan")):
    session = SessionLocal()
    OPEN_COUNTS.append(session)
    return CountOut(status=status, packets=session.query(Packet).filter(Packet.status == status).count())


@app.get("/api/packets/{packet_id}/germination", response_model=GerminationOut, summary="Germination of a packet", description="All tests of one packet, summed up.", tags=["packets"], operation_id="get_germination")
async def get_germination(packet_id: int = Path(..., description="Packet id")):
    session = SessionLocal()
    tests = session.query(GerminationTest).filter(GerminationTest.packet_id == packet_id).all()
    result = GerminationOut(packet_id=packet_id, tests=len(tests), sown=sum(one.sown for one in tests), sprouted=sum(one.sprouted for one in tests))
    session.close()
    return result


@app.get("/api/loans", response_model=List[LoanOut], summary="List my loans", description="Loans of the signed-in member.", tags=["loans"], operation_id="list_my_loans")
async def list_my_loans(open_only: bool = Query(False, description="Only those that are not returned")):
    session = SessionLocal()
    query = session.query(Loan).filter(Loan.member_id == 1)
    if open_only:
        query = query.filter(Loan.returned_at.is_(None))
    result = [LoanOut.model_validate(one) for one in query.order_by(Loan.id).all()]
    session.close()
    return result


@app.post("/api/loans", response_model=LoanOut, summary="Borrow a packet", description="Lends a packet to the signed-in member.", tags=["loans"], operation_id="borrow_packet")
async def borrow_packet(body: BorrowIn):
    session = SessionLocal()
    packet = session.query(Packet).filter(Packet.id == body.packet_id).first()
    packet.status = "on_loan"
    now = datetime.utcnow()
    loan = Loan(member_id=1, packet_id=packet.id, loaned_at=now, due_at=now + timedelta(days=body.days))
    session.add(loan)
    session.commit()
    session.refresh(loan)
    result = LoanOut.model_validate(loan)
    session.close()
    return result


@app.post("/api/loans/{loan_id}/return", response_model=LoanOut, summary="Return a packet", description="Ends a loan and puts its packet back.", tags=["loans"], operation_id="return_packet")
async def return_packet(loan_id: int = Path(..., description="Loan id")):
    session = SessionLocal()
    loan = session.query(Loan).filter(Loan.id == loan_id, Loan.member_id == 1).first()
    loan.returned_at = datetime.utcnow()
    packet = session.query(Packet).filter(Packet.id == loan.packet_id).first()
    packet.status = "in_store"
    session.commit()
    session.refresh(loan)
    result = LoanOut.model_validate(loan)
    session.close()
    return result


@app.put("/api/loans/{loan_id}/due", response_model=LoanOut, summary="Set a due time", description="Changes when a loan is due.", tags=["loans"], operation_id="set_due_time")
async def set_due_time(body: DueIn, loan_id: int = Path(..., description="Loan id")):
    session = SessionLocal()
    loan = session.query(Loan).filter(Loan.id == loan_id, Loan.member_id == 1).first()
    loan.due_at = body.due_at.replace(tzinfo=None)
    session.commit()
    session.refresh(loan)
    result = LoanOut.model_validate(loan)
    session.close()
    return result


@app.get("/api/reservations", response_model=List[ReservationOut], summary="List my reservations", description="What the signed-in member waits for.", tags=["reservations"], operation_id="list_my_reservations")
async def list_my_reservations():
    session = SessionLocal()
    result = [ReservationOut.model_validate(one) for one in session.query(Reservation).filter(Reservation.member_id == 1).order_by(Reservation.id).all()]
    session.close()
    return result


# Quirk: the seeds already hold the row that task 2 asks for, so that this hits UNIQUE there.
@app.post("/api/reservations", response_model=ReservationOut, summary="Reserve a variety", description="Puts the signed-in member on the waiting list.", tags=["reservations"], operation_id="create_reservation")
async def create_reservation(body: ReservationIn):
    session = SessionLocal()
    reservation = Reservation(member_id=1, variety_id=body.variety_id, status="waiting", created_at=datetime.utcnow())
    session.add(reservation)
    session.commit()
    session.refresh(reservation)
    result = ReservationOut.model_validate(reservation)
    session.close()
    return result


# Quirk: raises after commit. The database has changed, and the answer is a 500: the object is used after its session was closed.
@app.post("/api/reservations/{reservation_id}/cancel", response_model=VarietyOut, summary="Cancel a reservation", description="Takes the member off the waiting list and tells of which variety.", tags=["reservations"], operation_id="cancel_reservation")
async def cancel_reservation(reservation_id: int = Path(..., description="Reservation id")):
    session = SessionLocal()
    reservation = session.query(Reservation).filter(Reservation.id == reservation_id, Reservation.member_id == 1).first()
    reservation.status = "cancelled"
    session.commit()
    session.close()
    return VarietyOut.model_validate(reservation.variety)


@app.post("/api/notes", response_model=NoteOut, summary="Add a growing note", description="Notes an observation about a variety.", tags=["notes"], operation_id="add_growing_note")
async def add_growing_note(body: NoteIn):
    session = SessionLocal()
    note = GrowingNote(member_id=1, variety_id=body.variety_id, body=body.body, created_at=datetime.utcnow())
    session.add(note)
    session.commit()
    session.refresh(note)
    result = NoteOut.model_validate(note)
    session.close()
    return result


# Quirk: a shadowed route. OpenAPI shows this one, the router runs the one above, and the rating is lost.
@app.post("/api/notes", response_model=NoteOut, summary="Add a rated growing note", description="Notes an observation about a variety, with a rating.", tags=["notes"], operation_id="add_rated_growing_note")
async def add_rated_growing_note(body: RatedNoteIn):
    session = SessionLocal()
    note = GrowingNote(member_id=1, variety_id=body.variety_id, body=body.body, rating=body.rating, created_at=datetime.utcnow())
    session.add(note)
    session.commit()
    session.refresh(note)
    result = NoteOut.model_validate(note)
    session.close()
    return result


@app.get("/api/shelf-labels", response_model=List[LabelOut], summary="List shelf labels", description="What is written on the shelves.", tags=["shelves"], operation_id="list_shelf_labels")
async def list_shelf_labels():
    session = SessionLocal()
    result = [LabelOut.model_validate(one) for one in session.query(ShelfLabel).order_by(ShelfLabel.id).all()]
    session.close()
    return result


if __name__ == "__main__":
    import uvicorn

    host = os.environ.get("HOST", "127.0.0.1")
    port = int(os.environ.get("PORT", "8000"))
    uvicorn.run(app, host=host, port=port)
